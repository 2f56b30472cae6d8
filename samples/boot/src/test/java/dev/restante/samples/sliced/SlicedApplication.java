package dev.restante.samples.sliced;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Application with scanned components. One of them cannot be created in a messaging test slice. */
@SpringBootApplication(proxyBeanMethods = false)
public class SlicedApplication {}
