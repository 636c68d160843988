type Fragment = { ' $fragmentName'?: string };
type Refs = { ' $fragmentRefs'?: object };
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type FragmentOf<Node extends Refs> = NonNullable<Node[' $fragmentRefs']>[keyof NonNullable<
  Node[' $fragmentRefs']
>];

/** An object that spreads `F`. Only the component that owns the fragment can read its fields. */
export type Masked<F extends Fragment> = {
  ' $fragmentRefs'?: { [Name in NonNullable<F[' $fragmentName']>]: F };
};

/** Makes the fields of spread fragments readable. Masks exist in types only. */
export function unmask<Node extends Refs>(masked: Node): Node & AllOf<FragmentOf<Node>> {
  return masked as Node & AllOf<FragmentOf<Node>>;
}
