import type { Component } from './field-kind.ts'

type KeyedComponent = Pick<Component, 'key' | 'formerKeys'>

export const isLiving = ({ until }: { until: string }, now = Date.now()) => Date.parse(until) > now

/** Returns the `type` of delivered entries and blocks. After a rename, `type` is the former key until that key ends. */
export const typeOf = ({ key, formerKeys = [] }: KeyedComponent): string =>
  formerKeys.find((former) => former.isType && isLiving(former))?.key ?? key

export const namesOfComponent = ({ key, formerKeys = [] }: KeyedComponent): string[] => [
  key,
  ...formerKeys.filter((former) => former.name === 'key' && isLiving(former)).map((former) => former.key),
]

export const findComponent = (components: ReadonlyMap<string, Component>, name: string): Component | undefined =>
  components.get(name) ?? [...components.values()].find((one) => namesOfComponent(one).includes(name))
