import type { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listMediaUses, MediaAsset, showMediaReport } from '#contract/media.ts'
import type { listMediaFolders } from '#contract/media-folders.ts'

export type Asset = z.output<typeof MediaAsset>
export type Folder = AnswerOf<typeof listMediaFolders>['items'][number]
export type Use = AnswerOf<typeof listMediaUses>['items'][number]
export type Report = AnswerOf<typeof showMediaReport>
export type Kind = Asset['kind']
