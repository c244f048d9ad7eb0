/**
 * Twelve real reviews for tests of size and pictures: shared_sample.jsonl of public review data sets under MIT or CC0
 * (sharing, skytrax), with names that the publishers cut to initials.
 */
export const sampleReviews: readonly { author: string; rating: number; text: string }[] = [
  {
    author: 'B. B.',
    rating: 1,
    text: "Poor service of staff! Don't think it is their job to inform guests of delays (3 hours). Nobody cleans up after departed guests (or way too slowly). Food served is all packaged crackers and cling wrapped sandwiches. Chairs are old - seats in the public area of the terminal are more comfortable.",
  },
  {
    author: 'M. C.',
    rating: 2,
    text: 'We arrived at 7am and found a very nice space in which to spend an hour or so. Its not an intimate lounge and the toilet count is poor but it is generally light and airy breakfast food court was excellent and the flight announcement was well timed.',
  },
  {
    author: 'G. P.',
    rating: 1,
    text: 'I travel a lot and this was the worst experience on any long haul flight in economy ever. 10 seats in a row on a 777 and a very low seat pitch resulted in extremely uncomfortable a flight despite fair service and a huge PTV.',
  },
  {
    author: 'T.',
    rating: 5,
    text: 'So much cheaper than using a rental company. Quick and easy pick up. Quick response and friendly staff at HQ to answer any queries. Five stars!!',
  },
  {
    author: 'A. L.',
    rating: 1,
    text: "As both a renter through RVshare and owner with our own RV listed, I am blown away with how terrible their customer service is. What else are they providing with their cut of the rental $$ if they can't find ANY WAY to be helpful????",
  },
  {
    author: 'R. M.',
    rating: 2,
    text: 'Excellent lounge for business class passengers. Very new small but well designed lounge with good facilities. The food and drinks on offer were well presented.',
  },
  {
    author: 'E. C.',
    rating: 2,
    text: 'The lounge was airy with good food. Plenty of quality wines. The wi-fi connection was efficient. Toilets were clean. The lounge is close to the boarding gate. This made for a pleasurable experience.',
  },
  {
    author: 'T. M.',
    rating: 2,
    text: '31C very cramped the seats feel smaller than other aircraft in the fleet in Economy. Once I had put my books and newspaper in the pocket in the seat in front my knees were right up against it. The table is very small. The biggest gripe I would have is legroom this is severely hampered by the In Flight entertainment box being placed under the seat in front.',
  },
  {
    author: 'B. K.',
    rating: 2,
    text: 'My visit was from 1900-2200hrs. At that time it was not crowded and the service level by staff and the food was excellent. Quick tip - On arrival at the lounge book the Clairol 15 minute massage or facial this is free. All in all a very good experience.',
  },
  {
    author: 'S. M.',
    rating: 5,
    text: 'Outdoorsy is pretty easy to use. They have great reminders and the communication email and text is spot on. I wish you could see all of the site information on their app the same as you can the website but still give it five stars',
  },
  {
    author: 'J. F.',
    rating: 5,
    text: 'easy to follow steps, and I like the 75 mile allottment and then overage fees so that its flexible but a way to make additional income',
  },
  {
    author: 'R. G.',
    rating: 2,
    text: 'The lounge is on two levels. While the lower floor is noisier it has a good noodle soup bar. On balance the lounge is acceptable but not as good as most other business class lounges.',
  },
];
