import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { ButtonLink } from './parts/button-link.tsx'
import { useTextLanguage } from './parts/text-language.tsx'

/** Shows the same page for a missing and a forbidden article, so that readers cannot find out which articles exist. */
export function Missing({ body: { isGone, signInPath }, frame }: ReadingPages['missing']) {
  const { missing, own } = useTextLanguage()
  return (
    <div className="page-width grid min-h-96 content-center justify-items-start gap-3 pt-10" {...own}>
      <h1 className="text-doc font-semibold">{isGone ? missing.gone : missing.notHere}</h1>
      <p className="max-w-120 text-lead text-ink-2">{isGone ? missing.goneText : missing.notHereText}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <ButtonLink href={frame.homePath} look="primary">
          {missing.home}
        </ButtonLink>
        {signInPath && <ButtonLink href={signInPath}>{missing.signIn}</ButtonLink>}
      </p>
    </div>
  )
}
