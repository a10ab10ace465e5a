/** Does the work for each, some at once, in order; what has not begun when the signal comes is left out. */
export async function forEachSome<T>(
  list: T[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (one: T) => Promise<void>,
) {
  const waiting = [...list]
  async function takeNext(): Promise<void> {
    const next = signal.aborted ? undefined : waiting.shift()
    if (next === undefined) return
    await work(next)
    return takeNext()
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
}
