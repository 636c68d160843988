type Tab<Message> = {
  /** Called in the elected tab. `send` reaches all tabs, this one included. */
  lead(send: (message: Message) => void): void;
  /** Another tab is elected; this one is in line. */
  onFollow(): void;
  onMessage(message: Message): void;
};

/**
 * Joins the open tabs with the same topic until aborted. A Web Lock elects one of them. When it leaves, closes or
 * crashes, the next one takes its place.
 *
 * @throws where Web Locks or BroadcastChannel are missing or blocked
 */
export async function joinTabs<Message>(
  topic: string,
  { lead, onFollow, onMessage }: Tab<Message>,
  signal: AbortSignal,
): Promise<void> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(topic));
  signal.throwIfAborted();
  const name = new Uint8Array(hash).join('');
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
  const send = (message: Message) => {
    if (signal.aborted) return;
    // The others first: this tab may leave because of the message.
    channel.postMessage(message);
    onMessage(message);
  };
  const hold = async (lock: Lock | null) => {
    if (!lock || signal.aborted) return signal.aborted;
    lead(send);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return true;
  };
  if (await navigator.locks.request(name, { ifAvailable: true }, hold)) return;
  onFollow();
  await navigator.locks.request(name, { signal }, hold);
}
