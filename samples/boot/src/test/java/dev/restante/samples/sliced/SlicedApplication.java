package dev.restante.samples.sliced;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application whose components are found by scanning; one of them can't be made in a test of messaging alone. */
@SpringBootApplication(proxyBeanMethods = false)
public class SlicedApplication {}
