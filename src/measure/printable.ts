/**
 * Gives a result a short form for Node's inspector and for a cell that ends in it: `console.log(run)` would else print every hit. The
 * object stays plain: the form is no enumerable property, so JSON, copies and equality do not see it.
 */
export function printable<T extends object>(value: T, text: (value: T) => string): T {
  return Object.defineProperty(value, Symbol.for('nodejs.util.inspect.custom'), {
    value: () => text(value),
    enumerable: false,
  });
}
