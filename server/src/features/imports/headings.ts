/**
 * Known column headings per field, best first, in our six languages and those of well-known exports. They are compared
 * without accents, case, punctuation and spaces (`guess-mapping.ts`). Fields are matched in this order, those with specific
 * words first: "review date" is not a review text and "reply" not a text. Words that can mean a rating or a text are last
 * in both lists.
 */
import type { ImportField } from '@kindling/contract/import-files';

/** A line of the list may break inside a heading. */
const parseWordList = (words: string) => words.split('|').map((word) => word.trim().replace(/\s+/g, ' '));

export const headings: Record<ImportField, readonly string[]> = {
  id: parseWordList(`
    review id | external id | review name | name review | review identifier | review uuid | review key | unique id |
    bewertungs id | rezensions id | bewertungsnummer | id avis | identifiant | identifiant de l avis | numero d avis
    | review nummer | beoordelings id | beoordeling id | id resena | id de la resena | identificador | id opinion |
    id recenzije | sifra recenzije | broj recenzije | reference | uuid | id
  `),
  replyDate: parseWordList(`
    reply date | response date | date of reply | date of response | replied at | responded at | reply created |
    reply created at | reply time | response time | reply timestamp | company reply date | owner reply date | owner
    answer timestamp datetime utc | owner answer timestamp | reply update time | review reply update time | reply
    updated at | owner response date | response from owner date | antwortdatum | antwort datum | antwort vom | datum
    der antwort | beantwortet am | date de reponse | date reponse | date de la reponse | repondu le | datum antwoord
    | datum reactie | antwoorddatum | reactiedatum | datum van reactie | beantwoord op | fecha de respuesta | fecha
    respuesta | fecha de la respuesta | respondido el | datum odgovora | odgovoreno
  `),
  replyText: parseWordList(`
    reply text | reply message | reply content | reply body | company reply | owner response | owner reply | owner
    answer | owner comment | owner response text | response from owner | response from owner text | response from
    the owner | business response | business reply | merchant reply | management response | seller reply | store
    reply | response text | response message | response content | response body | review reply | review reply text |
    review reply comment | review response | reply comment | our reply | our response | your reply | answer | reply
    | replies | response | antworttext | antwort text | antwort des inhabers | antwort vom inhaber | antwort des
    unternehmens | unsere antwort | stellungnahme | antwort | reponse du proprietaire | reponse de l entreprise |
    texte de la reponse | notre reponse | reponse | antwoord van eigenaar | reactie van eigenaar | reactie eigenaar
    | reactie van de eigenaar | reactie bedrijf | antwoordtekst | ons antwoord | onze reactie | antwoord | reactie |
    respuesta del propietario | respuesta de la empresa | texto de la respuesta | nuestra respuesta | respuesta |
    odgovor vlasnika | odgovor firme | tekst odgovora | nas odgovor | odgovor
  `),
  date: parseWordList(`
    review date | date of review | review datetime utc | review datetime | review timestamp | review created utc |
    review created at | review created | reviewed at | reviewed on | review published at | review publish date |
    review published | created at | created on | create time | create date | created time | creation date | creation
    time | date created | created | submitted at | submitted on | submission date | date submitted | posted at |
    posted on | posted date | date posted | post date | published at | published on | published at date | published
    date | date published | publish date | publish time | published | publication date | written at | written on |
    review time | time created | date time | bewertungsdatum | bewertung datum | bewertet am | erstellt am |
    erstellt | erstellungsdatum | veroffentlicht am | veroffentlicht | verfasst am | geschrieben am | datum der
    bewertung | rezensionsdatum | datum der rezension | zeitpunkt | datum uhrzeit | date de l avis | date avis |
    date de publication | date de creation | date du commentaire | publie le | cree le | depose le | redige le |
    datum review | reviewdatum | datum beoordeling | beoordelingsdatum | datum van beoordeling | datum recensie |
    recensiedatum | geplaatst op | geplaatst | aangemaakt op | aangemaakt | gepubliceerd op | publicatiedatum |
    fecha de la resena | fecha de resena | fecha resena | fecha de la opinion | fecha de opinion | fecha de
    publicacion | fecha de creacion | fecha del comentario | publicado el | publicado | creado el | datum recenzije
    | datum utiska | datum ocene | datum objave | datum objavljivanja | objavljeno | vreme | kreirano | napisano |
    date | dates | datum | fecha | time | timestamp | day | tag | jour | dag | dia | dan | relative date | relative
    time description | time ago | when | iso date | date raw
  `),
  rating: parseWordList(`
    star rating | review rating | review stars | review rating score | review rating value | review score | reviewer
    rating | review star | number of stars | stars count | star count | rating score | rating value | rating stars |
    rating star | rating number | rating out of 5 | stars out of 5 | overall rating | total rating | user rating |
    customer rating | score rating | rating | ratings | rate | stars | star | score | points | grade | mark |
    recommendation | recommendation type | recommends | recommended | would recommend | is recommended |
    sternebewertung | sterne bewertung | bewertung sterne | bewertung in sternen | anzahl sterne | anzahl der sterne
    | sternzahl | sternanzahl | gesamtbewertung | bewertungspunkte | bewertungsnote | punktzahl | sterne | stern |
    punkte | note etoiles | note sur 5 | note globale | note attribuee | nombre d etoiles | nb etoiles | etoiles | etoile | note de l avis | note | evaluation | aantal sterren | sterrenscore | sterrenbeoordeling | sterwaardering | aantal sterren
    van 5 | totaalscore | sterren | ster | beoordelingscijfer | beoordeling | waardering | cijfer | numero de
    estrellas | num estrellas | puntuacion en estrellas | puntaje | nota | estrellas | estrella | puntuacion |
    calificacion | valoracion | broj zvezdica | broj zvjezdica | zvezdice | zvezdica | zvezde | ocena u zvezdicama |
    ocena | ocjena | empfehlung | empfohlen | weiterempfehlung | recommandation | recommande | aanbeveling |
    aanbevolen | recomendacion | recomendado | recomienda | preporuka | preporucuje
  `),
  author: parseWordList(`
    reviewer name | author name | reviewer display name | reviewer full name | reviewer username | author display
    name | author title | consumer name | user name | customer name | client name | guest name | full name | review
    author | review author name | reviewer | author | reviewed by | written by | posted by | submitted by | consumer
    | customer | user | guest | display name | username | profile name | name des bewerters | name des rezensenten |
    name des kunden | name des verfassers | kundenname | nutzername | benutzername | verfasser | rezensent |
    bewerter | bewertet von | autor der bewertung | autor der rezension | verfasser der bewertung | autor | kunde | gast | nutzer | nom de l auteur | auteur de l avis | auteur du commentaire | nom du client | nom complet | nom d
    utilisateur | pseudo | auteur | client | utilisateur | redige par | naam klant | klantnaam | naam reviewer |
    naam van de reviewer | naam auteur | auteur van de review | auteur van de beoordeling | auteur van de recensie | gebruikersnaam | gebruiker | geschreven door | naam | klant | nombre del
    cliente | nombre del autor | nombre de usuario | nombre completo | escrito por | autor de la resena | autor de la opinion | nombre | cliente | usuario |
    ime autora | ime kupca | ime korisnika | ime i prezime | korisnicko ime | autor recenzije | ime | kupac |
    korisnik | gost | nom | name
  `),
  title: parseWordList(`
    review title | review headline | review subject | title of review | title | headline | subject | heading | titel
    der bewertung | bewertungstitel | titel | uberschrift | betreff | titre de l avis | titre | objet | titel van de
    review | reviewtitel | onderwerp | kop | titulo de la resena | titulo | asunto | naslov recenzije | naslov
  `),
  text: parseWordList(`
    review text | review content | review body | review comment | review comments | review description | review
    message | review details | review detail | review snippet | review original text | original text | review full
    text | reviewer comment | customer review | customer comment | customer feedback | text original | full text |
    snippet | text | comment | comments | content | contents | description | review | reviews | body | message |
    feedback | testimonial | opinion text | bewertungstext | bewertung text | text der bewertung | rezensionstext |
    bewertungsinhalt | kundenmeinung | kundenstimme | beschreibung | nachricht | inhalt | kommentar | kommentare |
    meinung | bewertung | rezension | texte de l avis | contenu de l avis | texte | commentaire | commentaires |
    contenu | description de l avis | temoignage | message client | avis client | avis | reviewtekst | tekst van de
    review | tekst | beoordelingstekst | omschrijving | opmerking | opmerkingen | toelichting | bericht | inhoud |
    recensie | ervaring | texto de la resena | contenido de la resena | texto | comentario | comentarios | contenido
    | descripcion | mensaje | testimonio | opinion | opiniones | resena | tekst recenzije | sadrzaj recenzije |
    sadrzaj | opis | poruka | komentar | komentari | recenzija | utisak | utisci | misljenje | beoordeling |
    waardering | evaluation | valoracion | calificacion
  `),
  link: parseWordList(`
    review url | review link | link to review | review permalink | permalink | source url | maps url | url |
    link | web address | link zur bewertung | url der bewertung | bewertungslink | lien de l avis | lien vers l avis
    | lien | adresse | link naar review | reviewlink | enlace de la resena | enlace a la resena | enlace | link
    recenzije | veza | adresa
  `),
};
