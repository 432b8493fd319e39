import { asks, chooses, list, mayAdd, parts, plain, type DocumentKind } from './document.ts';

const standings = {
  full: 'Fully compliant: no failure is known',
  part: 'Partially compliant: the failures that are known are listed',
  none: 'Not compliant',
};

export const accessibility: DocumentKind = {
  title: 'Accessibility statement',
  about:
    'What disabled people can count on, what does not work for them yet, and how they tell you. Made after the model of GOV.UK.',
  groups: ({ site }) => [
    {
      title: 'Who runs the site',
      lead: 'Publish this statement where people find it: in the terms, or as a page of your own. Public bodies must; for everyone else it is good practice under the Equality Act.',
      questions: [
        asks({
          id: 'operator',
          label: 'Who runs the site?',
          hint: 'The name of the group, charity or council.',
        }),
        asks({
          id: 'contact',
          label: 'How do people reach you about access?',
          hint: 'More than one way, if you can: an address, a telephone number, a person at the hall.',
          suggested: site.support,
        }),
        asks({
          id: 'days',
          label: 'Within how long do you answer?',
          suggested: 'Five working days',
        }),
      ],
    },
    {
      title: 'How accessible it is',
      lead: 'The product is tested against WCAG 2.2 AA by machine at every change: each page at 320, 768 and 1280 pixels, in light and dark. No machine finds everything: let somebody who uses a screen reader, and somebody who uses the keyboard alone, try your own site.',
      questions: [
        chooses({ id: 'standing', label: 'How does it stand?', suggested: 'part' }, standings),
        asks({
          id: 'failures',
          label: 'What does not work yet?',
          hint: 'Say what it is, whom it keeps out, and which success criterion it fails, where you know. ‘Nothing known’ if so.',
          suggested:
            'Pictures that organisers add have no description of their own: the title beside them says what the page is about (1.1.1 Non-text Content, where a picture tells more than that). Texts that members write may have headings in capitals, or links that do not say where they lead.',
        }),
        mayAdd({
          id: 'burden',
          label: 'What will not be mended, and why?',
          hint: 'Only what would be a disproportionate burden, with what people can do instead.',
        }),
        asks({
          id: 'tested',
          label: 'Who last tried the site, when, and with what?',
          hint: 'A date, the browsers and aids that were used, which pages were tried.',
        }),
      ],
    },
  ],
  text: ({ facts, answer, cell }) =>
    parts(
      `This statement is about ${plain(facts.site.name)} at ${plain(facts.site.address)}.`,
      '## Using this site',
      `It is run by ${cell('operator')}. We want as many people as possible to be able to use it. You should be able to:`,
      list([
        'make text twice as large, or zoom to 400%, and read without scrolling sideways',
        'do everything with a keyboard alone, and see where you are',
        'use a screen reader: headings, lists, names of buttons and what has changed are told',
        'read public pages without JavaScript',
        'choose light or dark, more contrast and less movement in your own device, which the site follows',
        'take your time: nothing you type is lost when a page is read again or you have to log in',
      ]),
      '## How accessible it is',
      `${cell('standing')}, by the Web Content Accessibility Guidelines, version 2.2, level AA.`,
      '**What does not work yet**',
      answer('failures'),
      answer('burden') && parts('**What will not be mended**', answer('burden')),
      '## Telling us',
      'If you need something in another form, or find something that does not work:',
      answer('contact'),
      `We answer within: ${cell('days')}.`,
      '## If you are not content with our answer',
      'The Equality Advisory and Support Service (EASS) advises and helps people in England, Scotland and Wales at equalityadvisoryservice.com; in Northern Ireland it is the Equality Commission, at equalityni.org.',
      '## How this statement was made',
      `**Last tried:** ${answer('tested')}`,
      'Each change to the software is checked by the axe rules for WCAG 2.2 A and AA on every kind of page, and its journeys are walked by keyboard.',
    ),
  sources: [
    {
      title: 'Equality Act 2010, sections 20 and 29',
      url: 'https://www.legislation.gov.uk/ukpga/2010/15/section/29',
    },
    { title: 'Web Content Accessibility Guidelines 2.2', url: 'https://www.w3.org/TR/WCAG22/' },
    {
      title: 'GOV.UK: sample accessibility statement',
      url: 'https://www.gov.uk/government/publications/sample-accessibility-statement/sample-accessibility-statement-for-a-fictional-public-sector-website',
    },
  ],
};
