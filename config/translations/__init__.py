"""The texts that people see, in every language: found in the code, kept in config/locale, compiled for gettext.

`python -m config.translations update` writes the texts of the code into the catalogs, `compile` makes what a running
service reads of them, `check` says which texts lack a translation. docs/translations.md tells more.
"""
