/**
 * The commonest passwords of at least eight characters, lower-case: the heads of the public lists of leaked passwords
 * in our six languages. A small list on purpose; throttling bounds the rest.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
00000000 0123456789 0987654321 10203040 11111111 1111111111 11112222 11223344 12121212 123123123
12341234 12344321 1234512345 123456123 12345678 123456789 1234567890 12345678910 13131313 14141414
147258369 159357456 159753456 19871987 1q2w3e4r 1q2w3e4r5t 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
20202020 22222222 321654987 33333333 44444444 55555555 66666666 741852963 77777777 789456123
87654321 88888888 98765432 987654321 99999999 a123456789 a1b2c3d4 aa123456 aaaaaaaa abc12345
abc123abc abcabcabc abcd1234 abcd12345 abcde12345 abcdef123 abcdefg1 abcdefgh access123 access14
admin123 admin1234 admin12345 adminadmin administrator ajax1234 alejandro alexander alexandra
amsterdam andrew12 angel123 angels12 apple123 arsenal1 asd12345 asdasdasd asdf1234 asdfghjk
asdfghjkl ashley12 autumn2025 azerty123 azertyui azertyuiop babygirl babygirl1 banana123 barcelona
baseball baseball1 basketball batman123 bayern123 beautiful benjamin bienvenido bienvenue blessed1
blink182 bonjour1 bonjour123 business business1 business123 butterfly butterfly1 changeme changeme1
changeme123 charlie1 chelsea1 cherry12 chocolate chocolate1 chouchou christian christine christmas
cinderella company1 company123 computer computer1 computer123 contrasena contraseña cookie12
corvette cowboys1 crystal1 cupcake1 customer daniel12 danielle december default1 diamond1 dortmund
doudou12 dragon12 dragon123 eagles12 elephant elizabeth facebook facebook1 family123 february
ferrari1 feyenoord football football1 forever1 forever21 freedom1 friday13 friends1 garfield1
gateway1 geheim123 godisgood golden12 google123 googleplex greenday guest123 hallelujah hallo123
hamburg1 happy123 harley12 heaven12 hello123 hello1234 hola1234 hunter12 iloveme1 iloveyou iloveyou1
iloveyou2 internet internet1 january1 jennifer jessica1 jesus123 jesuschrist jonathan jordan23
juventus katherine killer12 lakers24 letmein1 letmein123 letmeinnow linkedin liverpool liverpool1
lkjhgfdsa login123 loulou12 lovelove lovely12 loveyou1 lozinka1 lozinka123 margaret marseille
master12 master123 maverick mercedes metallica michael1 michelle mickey12 midnight minecraft
minecraft1 mnbvcxz1 monday12 monkey12 monkey123 moonlight motdepasse motdepasse1 mustang1 mypassword
mypassword1 naruto12 nicholas nicole12 nirvana1 nopassword november opensesame orange12 p@ssw0rd
p@ssword pa55word panther1 passpass passw0rd password password! password1 password11 password12
password123 password1234 password2 password2020 password2021 password2022 password2023 password2024
password2025 password2026 password3 password7 password99 passwort passwort1 passwort123 patricia
peaches1 phoenix1 poiuytrewq pokemon1 pokemon123 porsche1 precious precious1 princess princess1
pumpkin1 purple12 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc qwe12345 qweasdzxc qweqweqwe qwerty12
qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwertz123 qwertzui rainbow1 rangers1 realmadrid
redsox12 root1234 rootroot samantha samsung1 samsung123 schatz123 scorpio1 scorpion sebastian
secret123 september shadow12 shadow123 sifra123 silver12 slipknot snoopy12 snowball soleil123
sommer123 sommer2025 spiderman spring2025 spring2026 starwars steelers stephanie strawberry summer12
summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 sunday12 sunshine
sunshine1 superman superman1 sweetheart test1234 test12345 testing1 testing123 testtest thepassword
tinkerbell topsecret trustno1 twitter1 user1234 veronica victoria voetbal1 wachtwoord wachtwoord1
welcome1 welcome12 welcome123 welcome2025 welcome2026 welkom01 welkom123 whatever whatever1
willkommen winter12 winter2024 winter2025 winter2026 xxxxxxxx yamaha12 yankees1 yellow12
yourpassword youtube1 zaq12wsx zaqxswcde zxc12345 zxcvbnm1 zzzzzzzz
`
    .trim()
    .split(/\s+/),
);
