import type { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listMediaFolders, listMediaUses, MediaAsset, showMediaReport } from '#contract/media.ts'

export type Asset = z.output<typeof MediaAsset>
export type Folder = AnswerOf<typeof listMediaFolders>['items'][number]
export type Use = AnswerOf<typeof listMediaUses>['items'][number]
export type Report = AnswerOf<typeof showMediaReport>
export type Kind = Asset['kind']
