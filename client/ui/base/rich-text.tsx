import { Fragment, type ReactNode } from 'react';

type Values = Readonly<Record<string, string>>;

type RichTextProps<Given extends Values> = {
  /** Translates to a text with tagged parts: `Read <guide>the guide</guide> first.` */
  text: (values: Given) => string;
  /** Inserted after the tags are found, so that a name with tags stays a text. */
  values?: Given;
  parts: Record<string, (words: string) => ReactNode>;
};

/**
 * Translated sentence with links or emphasis. A tenth of the size of react-i18next's `Trans`, which includes an HTML
 * parser.
 */
export function RichText<Given extends Values>(props: RichTextProps<Given>) {
  const { text, values = {} as Given, parts } = props;
  const given = Object.values(values);
  const places = Object.fromEntries(Object.keys(values).map((name, at) => [name, `\0${at}\0`]));
  const filled = (piece: string) => piece.replace(/\0(\d+)\0/g, (_, at) => given[at] ?? '');
  const split = text(places as Given).split(/<(\w+)>(.*?)<\/\1>/);
  const [before = '', ...rest] = split.map(filled);
  const pieces: ReactNode[] = [<Words key="before" text={before} />];
  for (let index = 0; index < rest.length; index += 3) {
    const [name = '', words = '', after = ''] = rest.slice(index, index + 3);
    pieces.push(
      <Fragment key={index}>
        {parts[name]?.(words) ?? <Words text={words} />}
        <Words text={after} />
      </Fragment>,
    );
  }
  return pieces;
}

/** An element of its own: React can't update text beside other elements that a translator of the browser replaced. */
export function Words({ text }: { text: string }) {
  return text && <span>{text}</span>;
}

/** `RichText` part for an email in a sentence. In one line if it fits. */
export const emailPart = {
  email: (address: string) => (
    <bdi key={address} className="inline-block font-medium wrap-anywhere text-text">
      {breakable(address)}
    </bdi>
  ),
};

/** Allows line breaks after the @ of an email address and each underscore of a name. */
export function breakable(text: string): ReactNode {
  const [first, ...rest] = text.split(/(?<=[@_])/);
  const joined = (before: ReactNode, part: string) => (
    <>
      {before}
      <wbr />
      {part}
    </>
  );
  return rest.reduce(joined, first);
}
