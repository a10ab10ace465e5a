import type { Problem } from '#contract/refusals.ts'

export type Outcome<Answer> = { answer?: Answer; problem?: Problem }

export type WriteState<Input> = {
  /** Inputs whose result is not on the screen yet, oldest first. Some of them may still wait to be sent. */
  underWay: readonly Input[]
  problem?: Problem
}

export type WriteSteps<Input, Answer> = {
  send: (input: Input) => Promise<Outcome<Answer>>
  /**
   * The rule for an input while another input is pending. True: the input waits. `unless-same`: the input waits, but is
   * ignored if it equals a pending input. Unset: the input is ignored.
   */
  inTurn?: boolean | 'unless-same'
  onOutcome: (outcome: Outcome<Answer>, input: Input) => void | Promise<void>
  readAgain: () => Promise<void>
  onDone?: (answer: Answer, input: Input) => void
}

/** Creates the functions behind `useWrite`. They always read the current steps, because renders change them. */
export function createWriter<Input, Answer>(
  stepsOfNow: () => WriteSteps<Input, Answer>,
  onChange: (state: WriteState<Input>) => void,
) {
  let underWay: { input: Input; isAnswered: boolean }[] = []
  let problem: Problem | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const tell = () => onChange({ underWay: underWay.map(({ input }) => input), problem })

  async function write(input: Input): Promise<Answer | undefined> {
    if (isDoublePress(input)) return undefined
    const entry = { input, isAnswered: false }
    underWay = [...underWay, entry]
    problem = undefined
    tell()
    const end = (refusal?: Problem) => {
      underWay = underWay.filter((one) => one !== entry)
      if (refusal) problem = refusal
      tell()
    }
    try {
      return await carryOut(entry, end)
    } finally {
      end()
    }
  }

  function isDoublePress(input: Input) {
    const { inTurn } = stepsOfNow()
    if (inTurn !== 'unless-same') return underWay.length > 0 && !inTurn
    return underWay.some((one) => !one.isAnswered && JSON.stringify(one.input) === JSON.stringify(input))
  }

  async function carryOut(entry: (typeof underWay)[number], end: (refusal: Problem) => void) {
    const { input } = entry
    const outcome = await takeTurn(() => stepsOfNow().send(input))
    entry.isAnswered = true
    // Ends the pending state before the reload of the page, so that the person can try again at once.
    if (outcome.problem) end(outcome.problem)
    const following = stepsOfNow().onOutcome(outcome, input)
    // Without a wait, a navigation that `onOutcome` starts and the reload are one step of the router.
    if (following) await following
    // A refusal may result from a change by another person, so the page is reloaded. After a lost connection (status
    // 0), it is not.
    if (outcome.problem?.status !== 0) await stepsOfNow().readAgain()
    const { answer } = outcome
    if (answer !== undefined) stepsOfNow().onDone?.(answer, input)
    return answer
  }

  function takeTurn<T>(act: () => Promise<T>): Promise<T> {
    const acting = turn.then(act)
    turn = acting.catch(() => {})
    return acting
  }

  return {
    write,
    takeTurn,
    dismissProblem() {
      problem = undefined
      tell()
    },
  }
}
