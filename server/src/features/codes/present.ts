import { type Code, type CodeKind, contactSchema, type ListedCode } from '@kindling/contract/codes';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import type { CodeFigures, CodeRow } from './queries.ts';
import { type LogoRow, readDesign, storedLogo } from './stored-design.ts';

/** The address that a code holds. */
export function codeUrl(publicUrl: string, { kind, code }: Pick<CodeRow, 'kind' | 'code'>): string {
  return `${publicUrl}/${kind === 'nfc' ? 'n' : 'q'}/${code}`;
}

export function kindOf({ kind }: Pick<CodeRow, 'kind'>): CodeKind {
  return kind === 'nfc' ? 'nfc' : 'qr';
}

/** False for a limited member, when the code is for all locations of a business. */
export function isEditable(accountId: string, { location_id }: Pick<CodeRow, 'location_id'>): boolean {
  return location_id !== null || currentLocationLimit(accountId) === null;
}

type Where = { accountId: string; publicUrl: string };

export function presentCode(
  { accountId, publicUrl }: Where,
  row: CodeRow,
  logos: ReadonlyMap<string, LogoRow>,
): Code {
  return {
    id: row.id,
    kind: kindOf(row),
    name: row.name,
    series: row.series,
    url: codeUrl(publicUrl, row),
    businessId: row.business_id,
    businessName: row.business_name,
    brandColor: row.brand_color,
    pipelineId: row.pipeline_id,
    pipelineName: row.pipeline_name,
    locationId: row.location_id,
    locationName: row.location_name,
    design: readDesign(row.design, logos),
    contact: contactSchema.nullable().parse(row.contact),
    disabledAt: row.disabled_at?.toISOString() ?? null,
    editable: isEditable(accountId, row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const nothing: CodeFigures = { visits: 0, ratings: 0, clicks: 0, reviews: 0, messages: 0 };

export function presentListed(where: Where, row: CodeRow, figures: CodeFigures | undefined): ListedCode {
  return {
    ...presentCode(where, row, new Map()),
    logo: storedLogo(row.design),
    figures: figures ?? nothing,
  };
}
