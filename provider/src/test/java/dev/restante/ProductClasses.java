package dev.restante;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** Compiled classes of the product, without tests and test servers. */
final class ProductClasses {

    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .withImportOption(location -> !location.contains("/testserver/"))
            .importPackages("dev.restante");

    private ProductClasses() {}
}
