const field = 'once'

/** Marks what one press sends, so that the network may repeat it. */
export const markOnce = (content: FormData, key: string) => content.set(field, key)

/** By what an action's call is repeated and not done twice; nothing where a form came before the scripts. */
export const onceOf = (content: FormData) => ({ idempotencyKey: content.get(field)?.toString() || undefined })
