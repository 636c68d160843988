type Fragment = { ' $fragmentName'?: string };
type Refs = { ' $fragmentRefs'?: object };
type FragmentOf<Node extends Refs> = NonNullable<Node[' $fragmentRefs']>[keyof NonNullable<
  Node[' $fragmentRefs']
>];

/** An object that spreads `F`. Only the component that owns the fragment reads its fields. */
export type Masked<F extends Fragment> = {
  ' $fragmentRefs'?: { [Name in NonNullable<F[' $fragmentName']>]: F };
};

/** Makes the fields of the spread fragment readable. Masks exist in types only. */
export function unmask<Node extends Refs>(masked: Node): Node & FragmentOf<Node> {
  return masked as Node & FragmentOf<Node>;
}
