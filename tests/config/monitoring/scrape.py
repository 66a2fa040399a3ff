"""What Prometheus reads, as numbers by sample name and labels."""

from prometheus_client.parser import text_string_to_metric_families

from config.monitoring.exposition import exposed

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def parsed(text: str) -> Samples:
    """The samples of a scrape."""
    families = text_string_to_metric_families(text)
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for family in families for s in family.samples}


def scraped() -> Samples:
    """The samples that this process tells."""
    return parsed(exposed().decode())


def value(samples: Samples, name: str, **labels: str) -> float:
    """One of them, 0 if nothing has been counted there yet."""
    return samples.get((f"double_solitaire_{name}", tuple(sorted(labels.items()))), 0.0)
