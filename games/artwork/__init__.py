"""The drawings of the cards: what `manage.py draw_cards` writes the SVG files of the pages from."""
