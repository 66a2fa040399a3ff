"""What operators watch: requests, counted and logged; metrics for Prometheus; whether the service is ready."""
