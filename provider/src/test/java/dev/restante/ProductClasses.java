package dev.restante;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Compiled classes of the product, without tests and test servers. */
final class ProductClasses {

    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/testserver/"))
            .importPackages("dev.restante");

    private ProductClasses() {}
}
