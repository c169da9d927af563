"""A loader of IMDb's files in the manner of imdb-sqlite: rows as they are into SQLite, as fast as that goes, indexes afterwards."""
import gzip
import os
import sqlite3
import sys

folder, path = sys.argv[1:]
FILES = {
    'name.basics': ('person_id primary key', 'name', 'born integer', 'died integer', 'professions', 'known_for'),
    'title.basics': ('title_id primary key', 'type', 'primary_title', 'original_title', 'is_adult integer',
                     'premiered integer', 'ended integer', 'runtime_minutes integer', 'genres'),
    'title.akas': ('title_id', 'ordering integer', 'title', 'region', 'language', 'types', 'attributes',
                   'is_original_title integer'),
    'title.principals': ('title_id', 'ordering integer', 'person_id', 'category', 'job', 'characters'),
    'title.crew': ('title_id primary key', 'directors', 'writers'),
    'title.episode': ('episode_title_id primary key', 'show_title_id', 'season_number integer', 'episode_number integer'),
    'title.ratings': ('title_id primary key', 'rating real', 'votes integer'),
}
INDEXES = {
    'name.basics': ('name',),
    'title.basics': ('type', 'primary_title', 'original_title'),
    'title.akas': ('title_id', 'title'),
    'title.principals': ('title_id', 'person_id'),
    'title.episode': ('show_title_id',),
    'title.ratings': ('votes',),
}


def rows(file):
    with gzip.open(os.path.join(folder, file + '.tsv.gz'), 'rt', encoding='utf-8', newline='\n') as lines:
        next(lines)
        for line in lines:
            yield [None if cell == '\\N' else cell for cell in line.rstrip('\n').split('\t')]


database = sqlite3.connect(path)
database.execute('pragma journal_mode = off')
database.execute('pragma synchronous = off')
for file, columns in FILES.items():
    table = file.replace('.', '_')
    database.execute(f'create table {table} ({", ".join(columns)})')
    database.executemany(f'insert into {table} values ({", ".join("?" for _ in columns)})', rows(file))
for file, columns in INDEXES.items():
    table = file.replace('.', '_')
    for column in columns:
        database.execute(f'create index {table}_{column} on {table} ({column})')
database.execute('analyze')
database.commit()
total = sum(database.execute(f'select count(*) from {file.replace(".", "_")}').fetchone()[0] for file in FILES)
print(total)
