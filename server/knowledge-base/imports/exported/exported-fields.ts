import type { EffectiveVisibility } from '#server/knowledge-base/categories/visibility.ts'

type LanguageSlug = { language: string; slug: string }

export const formerPaths = (slugs: LanguageSlug[], { language, slug: now }: LanguageSlug, first: string) =>
  slugs
    .filter((one) => one.language === language && one.slug !== now)
    .map(({ slug }) => `${language === first ? '' : `/${language}`}/knowledgebase/article/${slug}`)

/** Returns the effective visibility, so that an import does not make the article more visible. */
export const reachOf = ({ audience, isListed }: EffectiveVisibility) =>
  audience === 'public' && !isListed ? 'unlisted' : audience
