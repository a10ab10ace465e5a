import type { Problem } from '#contract/refusals.ts'

export type Outcome<Answer> = { answer?: Answer; problem?: Problem }

export type WriteState<Input> = {
  /** Inputs that were sent, but whose result is not on the screen yet, oldest first. */
  underWay: readonly Input[]
  problem?: Problem
}

export type WriteSteps<Input, Answer> = {
  send: (input: Input) => Promise<Outcome<Answer>>
  /**
   * True: later inputs wait. `unless-same`: they wait, except an input that equals a pending input. Unset: later inputs
   * are ignored.
   */
  inTurn?: boolean | 'unless-same'
  onOutcome: (outcome: Outcome<Answer>, input: Input) => void
  readAgain: () => Promise<void>
  onDone?: (answer: Answer, input: Input) => void
}

/** Runs the steps of a write for `useWrite`. The steps change with every render, so they are looked up each time. */
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
    // The person may try again while the page is still read again.
    if (outcome.problem) end(outcome.problem)
    stepsOfNow().onOutcome(outcome, input)
    // A refusal may come from another person's change, so the page is read again. A lost connection is no such reason.
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
