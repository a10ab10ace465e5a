import { remarkOnArticle } from '#contract/knowledge-base/comments.ts'
import { pageApi } from '#server/pages/page-api.ts'
import { takeReaderForm, wordsIn } from '#server/pages/reader-forms.ts'
import { findCookieToken } from '#server/platform/http/cookies.ts'

export const takeRemarkForm = takeReaderForm({
  async send(request, reply, form) {
    const token = await findCookieToken(request, reply)
    const { problem } = await pageApi(request.server, request, token).attempt(remarkOnArticle, {
      params: { id: form.get('article') ?? '' },
      body: { text: wordsIn(form, 'text') ?? '', language: wordsIn(form, 'language') },
    })
    return problem
  },
  shownAfter: () => 'remark_thanks',
  askedAt: 'remark',
})
