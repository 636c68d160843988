/** For `RichText`: an address inside a sentence. It breaks after the @, and elsewhere if nothing else helps. */
export const emailPart = {
  email: (address: string) => {
    const [local, domain] = address.split(/(?<=@)/);
    return (
      <bdi className="font-medium wrap-anywhere text-text">
        {local}
        <wbr />
        {domain}
      </bdi>
    );
  },
};
