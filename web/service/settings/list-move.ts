/** A change of the place of something in a list that the page sorts. */
export type ListMove = { id: string; position: number }

export const withMoved = <T extends { id: string }>(list: T[], { id, position }: ListMove) =>
  list.filter((one) => one.id !== id).toSpliced(position, 0, ...list.filter((one) => one.id === id))
