-- Records can be told of by Wikipedia too: plots and biographies by language.
alter type source_name add value 'wikipedia' after 'wikidata';
