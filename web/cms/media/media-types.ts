import type { z } from 'zod'
import type { listMediaUses, MediaAsset, showMediaReport } from '#contract/content/media.ts'
import type { listMediaFolders } from '#contract/content/media-folders.ts'
import type { AnswerOf } from '#contract/endpoint.ts'

export type Asset = z.output<typeof MediaAsset>
export type Folder = AnswerOf<typeof listMediaFolders>['items'][number]
export type MediaUse = AnswerOf<typeof listMediaUses>['items'][number]
export type MediaReport = AnswerOf<typeof showMediaReport>
export type MediaKind = Asset['kind']
