import { dictionary } from '@zxcvbn-ts/language-common';

const MAX_FROM_LIST = 10_000;
/** Shorter passwords are refused for their length. */
const MIN_LENGTH = 8;

/** Other languages, years and patterns, which the list (from English leaks) lacks or ranks low. */
const ADDITIONAL = `
0123456789 0987654321 123123123 12341234 1234512345 159357456 19871987 1qaz1qaz 87654321 98765432
987654321 abcabcabc abcd12345 abcdefgh access123 admin1234 admin12345 adminadmin ajax1234 angels12
asdasdasd autumn2025 banana123 batman123 bayern123 bienvenido bienvenue bonjour1 bonjour123
business1 business123 butterfly1 changeme1 changeme123 cherry12 company1 company123 computer123
contrasena contraseña default1 doudou12 eagles12 facebook1 family123 forever21 garfield1 geheim123
golden12 googleplex guest123 hallelujah heaven12 hola1234 iloveme1 letmein123 linkedin lkjhgfdsa
login123 loulou12 lovely12 lozinka1 lozinka123 mickey12 minecraft1 motdepasse1 mypassword1 nicole12
p@ssword password! password2020 password2021 password2022 password2023 password2024 password2025
password2026 passwort1 passwort123 poiuytrewq qwe12345 qweqweqwe qwertz123 qwertzui redsox12
root1234 rootroot schatz123 sifra123 soleil123 sommer123 sommer2025 spring2025 spring2026 summer2020
summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 sunday12 test12345 thepassword
twitter1 user1234 voetbal1 wachtwoord1 welcome2025 welcome2026 welkom123 willkommen winter2024
winter2025 winter2026 yamaha12 yellow12 yourpassword youtube1
`;

/** The 10,000 most frequent passwords of at least eight characters, in lower case, and some in our languages. */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...(dictionary['passwords-common'] ?? [])
    .filter((password): password is string => typeof password === 'string' && password.length >= MIN_LENGTH)
    .slice(0, MAX_FROM_LIST),
  ...ADDITIONAL.trim().split(/\s+/),
]);
