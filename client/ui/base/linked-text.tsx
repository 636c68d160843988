import { Words } from './rich-text.tsx';

const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}»”’])/;

/** A text that people wrote, whose addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((piece, index) => {
    const key = `${index} ${piece}`;
    if (index % 2 === 0) return <Words key={key} text={piece} />;
    return (
      <a
        key={key}
        href={piece}
        target="_blank"
        rel="noreferrer noopener nofollow"
        className="wrap-anywhere text-accent-text underline underline-offset-2"
      >
        {piece}
      </a>
    );
  });
}
