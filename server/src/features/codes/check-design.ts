/** What must hold for a design before it is saved. */
import { maxLogoBytes } from '@kindling/contract/code-design';
import type { CodeDesign } from '@kindling/contract/code-looks';
import type { ScanProblem } from '@kindling/contract/scan-problems';
import { AppError } from '../../lib/app-error.ts';
import { sanitizePicture } from '../../lib/sanitize-picture.ts';
import type { CodesDeps } from './deps.ts';

/** The reasons in English, as API errors are; the app has its own words for each. */
const reasons: Record<ScanProblem, string> = {
  contrast: 'The colors of the code and of its background are too close to each other.',
  inverted: 'The code is lighter than its background, which many phones do not read.',
  'text-contrast': 'The call to action is hard to read on its background.',
  corners: 'A square center in a round corner is hard to recognize.',
  'too-long': 'The address is too long for this error correction.',
  logo: 'The logo hides too much of the code.',
  'quiet-zone': 'The code needs more empty space around it.',
  'as-drawn': 'The code is not read.',
  small: 'The code is not read when it is small.',
  blurred: 'The code is not read when it is blurred.',
  rotated: 'The code is not read when it is turned.',
  tilted: 'The code is not read from the side.',
  noisy: 'The code is not read by a noisy camera.',
  dim: 'The code is not read in poor light.',
};

function refuse(fields: { path: string; message: string }[]): AppError {
  return new AppError('invalid-input', undefined, { fields });
}

/** The design with its logo written anew. @throws AppError `invalid-input` for a logo that is no whole, still picture */
export function cleanDesign(design: CodeDesign): CodeDesign {
  const { logo } = design;
  if (logo.kind !== 'picture') return design;
  const picture = sanitizePicture(Buffer.from(logo.data, 'base64'));
  if (picture === null || picture.type === 'image/webp' || picture.bytes.length > maxLogoBytes)
    throw refuse([{ path: 'design.logo', message: 'Not a PNG or JPEG picture that can be used.' }]);
  return { ...design, logo: { kind: 'picture', type: picture.type, data: picture.bytes.toString('base64') } };
}

/**
 * One account has one check at a time, so that its checks do not delay those of others by more than one.
 * @throws AppError `invalid-input` with the reasons, `unavailable` when the check takes too long, `rate-limited` when too many
 * of the account wait
 */
export async function assertScans(
  { renderer, scanChecks }: Pick<CodesDeps, 'renderer' | 'scanChecks'>,
  accountId: string,
  { content, design }: { content: string; design: CodeDesign },
): Promise<void> {
  const result = await scanChecks.run(accountId, () => renderer.check({ content, design, language: 'en' }));
  if (!result.ok)
    throw refuse(
      result.problems.map((problem) => ({ path: `design.${problem}`, message: reasons[problem] })),
    );
}
