import type { Reach } from '#server/knowledge-base/categories/visibility.ts'

type LanguageSlug = { language: string; slug: string }

/** Where a text was read before its address changed. */
export const formerPaths = (slugs: LanguageSlug[], { language, slug: now }: LanguageSlug, first: string) =>
  slugs
    .filter((one) => one.language === language && one.slug !== now)
    .map(({ slug }) => `${language === first ? '' : `/${language}`}/knowledgebase/article/${slug}`)

/** Whoever may read it less than by its own setting, by its category, may read no more of it elsewhere. */
export const reachOf = ({ audience, isListed }: Reach) => (audience === 'public' && !isListed ? 'unlisted' : audience)
