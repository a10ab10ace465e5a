import type { Component } from './field-kind.ts'

type KeyedComponent = Pick<Component, 'key' | 'formerKeys'>

/** Whether a former key answers now. */
export const isLiving = ({ until }: { until: string }, now = Date.now()) => Date.parse(until) > now

/**
 * What delivered entries and blocks of a model have as their `type`. A site tells them apart by it, so after a rename it stays
 * what it was until that former key ends.
 */
export const typeOf = ({ key, formerKeys = [] }: KeyedComponent): string =>
  formerKeys.find((former) => former.isType && isLiving(former))?.key ?? key

/** The keys that a component is named by: the one of now first. */
export const namesOfComponent = ({ key, formerKeys = [] }: KeyedComponent): string[] => [
  key,
  ...formerKeys.filter((former) => former.name === 'key' && isLiving(former)).map((former) => former.key),
]

/** A component by its id, its key or a former key. */
export const findComponent = (components: ReadonlyMap<string, Component>, name: string): Component | undefined =>
  components.get(name) ?? [...components.values()].find((one) => namesOfComponent(one).includes(name))
