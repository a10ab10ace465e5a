import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { mostOfComment } from '#contract/texts.ts'
import { fill } from '#web/lib/reading-words/words.ts'
import { useTextLanguage } from './text-language.tsx'

type Props = Pick<ReadingPages['article'], 'frame'> & { body: ReadingPages['article']['body'] }
type FormProps = { feedback: NonNullable<Props['body']['feedback']>; language: string }

/** Renders all steps of the form, because the page is cached. The URL fragment or a script shows one step. */
export function Helpful({ body: { feedback, language }, frame }: Props) {
  const { feedback: words, own, number } = useTextLanguage()
  if (!feedback) return null
  const { votes } = feedback
  return (
    <section
      aria-labelledby="feedback_question"
      data-feedback
      {...own}
      className="feedback no-print mt-10 border-t border-line pt-5"
    >
      <form method="post" noValidate action={feedback.path} data-step="" className="flex flex-wrap items-center gap-2">
        <Hidden articleId={feedback.articleId} language={language} />
        <h2 id="feedback_question" tabIndex={-1} className="me-2 text-title font-semibold outline-none">
          {words.question}
        </h2>
        <button type="submit" name="helpful" value="true" className={`${button} ${secondary}`}>
          {words.yes}
        </button>
        <button type="submit" name="helpful" value="false" className={`${button} ${secondary}`}>
          {words.no}
        </button>
        {votes && (
          <span className="ms-auto text-meta text-ink-3 tabular-nums">
            {fill(words.votes, { yes: number(votes.helpful), all: number(votes.all) })}
          </span>
        )}
        <Fault />
      </form>
      <Comment feedback={feedback} frame={frame} language={language} isHelpful />
      <Comment feedback={feedback} frame={frame} language={language} isHelpful={false} />
      <p id="feedback_thanks" tabIndex={-1} data-step="" className="step text-lead outline-none">
        {words.thanks}
      </p>
    </section>
  )
}

export const button = 'h-8 rounded-sm px-3 font-medium touch:h-10'
export const secondary = 'border border-line-strong bg-surface shadow-control hover:bg-hover'
export const field = 'w-full rounded-sm border border-control bg-surface px-3 text-[16px] md:text-lead'

export const Hidden = ({ articleId, language }: { articleId: string; language: string }) => (
  <>
    <input type="hidden" name="article" value={articleId} />
    <input type="hidden" name="language" value={language} />
  </>
)

/** Place for an error message. A script writes the message here if the server refuses the feedback. */
export const Fault = () => <p role="alert" data-fault className="basis-full text-danger empty:hidden" />

function Comment({ feedback, language, frame, isHelpful }: FormProps & Pick<Props, 'frame'> & { isHelpful: boolean }) {
  const { feedback: words } = useTextLanguage()
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
      <Hidden articleId={feedback.articleId} language={language} />
      <input type="hidden" name="helpful" value={String(isHelpful)} />
      <p className="text-title font-semibold">{isHelpful ? words.thanksForYes : words.thanksForNo}</p>
      <label className="mt-3 block">
        <span className="mb-1 block font-medium">{isHelpful ? words.add : words.missing}</span>
        <textarea name="comment" dir="auto" rows={3} maxLength={mostOfComment} className={`${field} py-2`} />
      </label>
      {frame.viewer === 'visitor' && (
        <label className="mt-3 block">
          <span className="mb-1 block font-medium">{words.email}</span>
          <input
            inputMode="email"
            name="email"
            maxLength={254}
            autoComplete="email"
            className={`${field} h-9 touch:h-10`}
          />
        </label>
      )}
      <Fault />
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <button type="submit" className={`${button} bg-accent text-on-accent hover:bg-accent-hover`}>
          {words.send}
        </button>
        <a
          href="#feedback_question"
          data-back
          className={`${button} inline-flex items-center text-ink-2 hover:text-ink`}
        >
          {words.change}
        </a>
      </p>
    </form>
  )
}
