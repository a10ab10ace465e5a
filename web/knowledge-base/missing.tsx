import type { ReadingPages } from '#contract/reading.ts'
import { ButtonLink } from './parts/button-link.tsx'

/** One page for what never was and for what the reader may not see. */
export const Missing = ({ body: { isGone, signInPath }, frame }: ReadingPages['missing']) => (
  <div className="column grid min-h-96 content-center justify-items-start gap-3 pt-10">
    <h1 className="text-doc font-semibold">{isGone ? 'This article is gone' : 'This page is not here'}</h1>
    <p className="max-w-120 text-lead text-ink-2">
      {isGone
        ? 'It was taken out of the help centre and has no successor.'
        : 'Check the address. Some articles can be read by customers who are signed in.'}
    </p>
    <p className="mt-2 flex flex-wrap gap-2">
      <ButtonLink href={frame.homePath} look="primary">
        Go to the help centre
      </ButtonLink>
      {signInPath && <ButtonLink href={signInPath}>Sign in</ButtonLink>}
    </p>
  </div>
)
