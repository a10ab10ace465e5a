/** Returns the keys of an object that has exactly the properties of its type. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as Extract<keyof T, string>[]
