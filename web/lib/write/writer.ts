import type { Problem } from '#contract/refusals.ts'

/** As the API answers: the one or the other. */
export type Outcome<Answer> = { answer?: Answer; problem?: Problem }

export type WriteState<Input> = {
  /** What was sent and is not on the screen yet, oldest first. */
  underWay: readonly Input[]
  /** Why the last one was refused, until the next one is sent. */
  problem?: Problem
}

export type WriteSteps<Input, Answer> = {
  send: (input: Input) => Promise<Outcome<Answer>>
  /**
   * What is wanted meanwhile is sent afterwards, one after the other. Otherwise it is refused, as a double press; with
   * `unless-same` only what is the same as one that is not answered yet.
   */
  inTurn?: boolean | 'unless-same'
  /** As soon as the server has answered. */
  onOutcome: (outcome: Outcome<Answer>, input: Input) => void
  readAgain: () => Promise<void>
  /** Once the screen shows what is true now. */
  onDone?: (answer: Answer, input: Input) => void
}

/** The order of things in a write, for `useWrite`. Its steps are asked for anew, since they change with every render. */
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
    // Whoever reads why may try again at once, while the screen is still being read.
    if (outcome.problem) end(outcome.problem)
    stepsOfNow().onOutcome(outcome, input)
    // A refusal tells of a change by somebody else, a lost connection of nothing.
    if (outcome.problem?.status !== 0) await stepsOfNow().readAgain()
    const { answer } = outcome
    if (answer !== undefined) stepsOfNow().onDone?.(answer, input)
    return answer
  }

  /** After what was sent before, and before what is sent next: as an undo, which the next change must not overtake. */
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
