/** The names of every member of a union. */
type NameOf<T> = T extends unknown ? keyof T : never;

/** What a name stands for in the members of a union that have it. */
type At<T, N extends PropertyKey> = T extends { [Name in N]?: infer V } ? V : never;

type Plain = string | number | boolean | bigint | symbol | null | undefined | Date | Blob;

/** `Given` without anything that `Wanted` does not know: what is too much becomes `never`, and does not compile. */
export type Exact<Given, Wanted> = Given extends Plain
  ? Given
  : Given extends readonly (infer Item)[]
    ? Exact<Item, Wanted extends readonly (infer WantedItem)[] ? WantedItem : never>[]
    : { [N in keyof Given]: N extends NameOf<Wanted> ? Exact<Given[N], At<Wanted, N>> : never };

/** Whether a value of `Given` is a value of `Wanted` with the same names, none too few and none too many. */
export type Same<Given, Wanted> = [Given] extends [Wanted]
  ? [keyof Given, keyof Wanted] extends [keyof Wanted, keyof Given]
    ? true
    : false
  : false;
