declare module 'parse-prometheus-text-format' {
  /** Parses Prometheus' text format. Throws for a malformed line. */
  export default function parse(text: string): { name: string; type: string; help: string }[];
}
