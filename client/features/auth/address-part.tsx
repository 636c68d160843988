/** For `RichText`: an address inside a sentence. It breaks only where nothing else helps. */
export const addressPart = {
  email: (address: string) => <bdi className="font-medium wrap-anywhere text-text">{address}</bdi>,
};
