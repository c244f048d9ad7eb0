/** Which column holds what, guessed from the words at its head in our six languages and those of well-known exports. */
import { type ImportField, importFields } from '@kindling/contract/import-files';
import type { ImportMapping } from '@kindling/contract/imports';

/**
 * Words by field, best first. Without accents, case and signs. Where two columns fit, the earlier word wins; a column
 * is given to one field only.
 */
const words: Record<ImportField, readonly string[]> = {
  id: [
    'review id',
    'reviewid',
    'external id',
    'review name',
    'name review',
    'bewertungs id',
    'id avis',
    'review nummer',
    'id resena',
    'id recenzije',
    'reference',
    'id',
  ],
  replyDate: [
    'reply date',
    'response date',
    'date of reply',
    'replied at',
    'responded at',
    'reply created',
    'company reply date',
    'reply update time',
    'review reply update time',
    'owner response date',
    'antwortdatum',
    'datum der antwort',
    'date de reponse',
    'date reponse',
    'datum antwoord',
    'datum reactie',
    'antwoorddatum',
    'fecha de respuesta',
    'fecha respuesta',
    'datum odgovora',
  ],
  replyText: [
    'reply text',
    'company reply',
    'owner response',
    'owner reply',
    'business response',
    'business reply',
    'response text',
    'review reply',
    'review reply comment',
    'reply comment',
    'reply',
    'response',
    'antwort',
    'reponse',
    'antwoord',
    'reactie',
    'respuesta',
    'odgovor',
  ],
  date: [
    'review date',
    'date of review',
    'created at',
    'create time',
    'createtime',
    'review created utc',
    'review created',
    'date created',
    'created',
    'published at',
    'published date',
    'date published',
    'publish date',
    'review time',
    'bewertungsdatum',
    'erstellt am',
    'datum der bewertung',
    'date de l avis',
    'date avis',
    'publie le',
    'datum review',
    'geplaatst op',
    'fecha de la resena',
    'fecha resena',
    'datum recenzije',
    'date',
    'datum',
    'fecha',
    'time',
    'timestamp',
    'review datetime utc',
  ],
  rating: [
    'star rating',
    'starrating',
    'review rating',
    'review stars',
    'rating',
    'stars',
    'score',
    'recommendation',
    'recommends',
    'recommended',
    'recommendation type',
    'sterne',
    'bewertung sterne',
    'punkte',
    'note',
    'etoiles',
    'sterren',
    'beoordeling',
    'waardering',
    'cijfer',
    'estrellas',
    'puntuacion',
    'calificacion',
    'valoracion',
    'ocena',
    'zvezdice',
    'empfehlung',
    'recommandation',
    'aanbeveling',
    'recomendacion',
    'preporuka',
  ],
  author: [
    'reviewer name',
    'author name',
    'reviewer display name',
    'consumer name',
    'user name',
    'customer name',
    'reviewer',
    'author',
    'author title',
    'consumer',
    'customer',
    'display name',
    'username',
    'name des bewerters',
    'verfasser',
    'rezensent',
    'bewerter',
    'autor',
    'kunde',
    'nom du client',
    'auteur',
    'client',
    'naam',
    'klant',
    'nombre',
    'cliente',
    'usuario',
    'ime',
    'kupac',
    'korisnik',
    'nom',
    'name',
  ],
  title: [
    'review title',
    'title',
    'headline',
    'subject',
    'titel',
    'uberschrift',
    'titre',
    'titulo',
    'naslov',
  ],
  text: [
    'review text',
    'review content',
    'review body',
    'review comment',
    'text',
    'comment',
    'comments',
    'content',
    'review',
    'body',
    'message',
    'feedback',
    'bewertungstext',
    'kommentar',
    'bewertung',
    'rezension',
    'texte',
    'commentaire',
    'avis',
    'tekst',
    'opmerking',
    'recensie',
    'texto',
    'comentario',
    'opinion',
    'resena',
    'komentar',
    'recenzija',
    'utisak',
  ],
  link: [
    'review url',
    'review link',
    'permalink',
    'source url',
    'url',
    'link',
    'lien',
    'enlace',
    'adresse',
    'veza',
  ],
};

/** A guess for each field; null where no column's head fits. */
export function guessMapping(heads: readonly string[]): ImportMapping {
  const plain = heads.map(plainHead);
  const taken = new Set<number>();
  const mapping: Partial<ImportMapping> = {};
  // Fields whose words are narrow first: "review date" is no review, "reply" no text.
  for (const field of Object.keys(words) as ImportField[]) {
    mapping[field] = null;
    for (const word of words[field]) {
      const index = plain.findIndex((head, at) => head === word && !taken.has(at));
      if (index < 0) continue;
      mapping[field] = index;
      taken.add(index);
      break;
    }
  }
  return mapping as ImportMapping;
}

/** `Reviewer's Name_(full)` is `reviewers name full`; `createTime` is `create time`. */
function plainHead(head: string): string {
  return head
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/đ/g, 'dj')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** No column of any field: an archive needs none. */
export function emptyMapping(): ImportMapping {
  return Object.fromEntries(importFields.map((field) => [field, null])) as ImportMapping;
}
