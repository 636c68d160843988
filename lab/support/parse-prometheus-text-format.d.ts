declare module 'parse-prometheus-text-format' {
  /** Parses the Prometheus text format. Throws on malformed lines. */
  export default function parse(text: string): { name: string; type: string; help: string }[];
}
