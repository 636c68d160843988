/** Repeats part of a GraphQL document: `make(0)` to `make(count - 1)`. */
export function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(' ');
}
