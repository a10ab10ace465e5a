import type { ReadingPages } from '#contract/reading.ts'
import { mostOfComment } from '#contract/texts.ts'

type Props = Pick<ReadingPages['article'], 'frame'> & { body: ReadingPages['article']['body'] }
type FormProps = { feedback: NonNullable<Props['body']['feedback']>; language: string }

/**
 * Asks whether the article helped. The page is the same for everybody: each step stands in it, and the address, or the page's
 * script, says which is shown.
 */
export const Helpful = ({ body: { feedback }, frame }: Props) =>
  feedback && (
    <section
      aria-labelledby="feedback_question"
      data-feedback
      className="feedback no-print mt-10 border-t border-line pt-5"
    >
      <form method="post" noValidate action={feedback.path} data-step="" className="flex flex-wrap items-center gap-2">
        <Hidden feedback={feedback} language={frame.language} />
        <h2 id="feedback_question" tabIndex={-1} className="mr-2 text-title font-semibold outline-none">
          Was this helpful?
        </h2>
        <button type="submit" name="helpful" value="true" className={`${button} ${secondary}`}>
          Yes
        </button>
        <button type="submit" name="helpful" value="false" className={`${button} ${secondary}`}>
          No
        </button>
        <Fault />
      </form>
      <Words
        {...{ feedback, frame, isHelpful: true }}
        title="Thank you. Good to know."
        label="Is there something to add?"
      />
      <Words
        {...{ feedback, frame, isHelpful: false }}
        title="Thank you. What was missing?"
        label="What was missing?"
      />
      <p id="feedback_thanks" tabIndex={-1} data-step="" className="step text-lead outline-none">
        Thank you. What you wrote is with those who keep this article.
      </p>
    </section>
  )

const button = 'h-8 rounded-sm px-3 font-medium touch:h-10'
const secondary = 'border border-line-strong bg-surface shadow-control hover:bg-hover'
const field = 'w-full rounded-sm border border-control bg-surface px-3 text-[16px] md:text-lead'

const Hidden = ({ feedback, language }: FormProps) => (
  <>
    <input type="hidden" name="article" value={feedback.articleId} />
    <input type="hidden" name="language" value={language} />
  </>
)

/** Filled by the script where what was sent is refused. */
const Fault = () => <p role="alert" data-fault className="basis-full text-danger empty:hidden" />

type WordsProps = Pick<Props, 'frame'> & {
  feedback: FormProps['feedback']
  isHelpful: boolean
  title: string
  label: string
}

/** What is shown once it was said whether it helped. */
function Words({ feedback, frame, isHelpful, title, label }: WordsProps) {
  const id = isHelpful ? 'feedback_yes' : 'feedback_no'
  return (
    <form
      id={id}
      method="post"
      noValidate
      action={feedback.path}
      data-step=""
      className="step max-w-120 outline-none"
      tabIndex={-1}
    >
      <Hidden feedback={feedback} language={frame.language} />
      <input type="hidden" name="helpful" value={String(isHelpful)} />
      <p className="text-title font-semibold">{title}</p>
      <label className="mt-3 block">
        <span className="mb-1 block font-medium">{label}</span>
        <textarea name="comment" rows={3} maxLength={mostOfComment} className={`${field} py-2`} />
      </label>
      {frame.viewer === 'visitor' && (
        <label className="mt-3 block">
          <span className="mb-1 block font-medium">Your e-mail, if we may ask back</span>
          <input type="email" name="email" maxLength={254} autoComplete="email" className={`${field} h-9 touch:h-10`} />
        </label>
      )}
      <Fault />
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <button type="submit" className={`${button} bg-accent text-on-accent hover:bg-accent-hover`}>
          Send
        </button>
        <a
          href="#feedback_question"
          data-back
          className={`${button} inline-flex items-center text-ink-2 hover:text-ink`}
        >
          Change the answer
        </a>
      </p>
    </form>
  )
}
