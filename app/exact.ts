/** The names of every member of a union. */
type NameOf<T> = T extends unknown ? keyof T : never;

/** The type of a property in those members of a union that have it. */
type At<T, N extends PropertyKey> = T extends { [Name in N]?: infer V } ? V : never;

type Plain = string | number | boolean | bigint | symbol | null | undefined | Date | Blob;

/** `Given` with every property that `Wanted` does not have turned into `never`, so that it does not compile. */
export type Exact<Given, Wanted> = Given extends Plain
  ? Given
  : Given extends readonly (infer Item)[]
    ? Exact<Item, Wanted extends readonly (infer WantedItem)[] ? WantedItem : never>[]
    : { [N in keyof Given]: N extends NameOf<Wanted> ? Exact<Given[N], At<Wanted, N>> : never };

/** Whether `Given` is assignable to `Wanted` and has exactly the same property names. */
export type Same<Given, Wanted> = [Given] extends [Wanted]
  ? [keyof Given, keyof Wanted] extends [keyof Wanted, keyof Given]
    ? true
    : false
  : false;
