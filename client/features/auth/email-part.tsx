/** `RichText` part for an email in a sentence. Prefers line breaks after the @. */
export const emailPart = {
  email: (address: string) => {
    const [local, domain] = address.split(/(?<=@)/);
    return (
      <bdi key={address} className="font-medium wrap-anywhere text-text">
        {local}
        <wbr />
        {domain}
      </bdi>
    );
  },
};
