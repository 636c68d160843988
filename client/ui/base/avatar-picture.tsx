/** Covers the initials of an avatar. */
export function AvatarPicture({ url }: { url: string }) {
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      className="size-full rounded-[inherit] object-cover outline -outline-offset-1 outline-line"
    />
  );
}
