package dev.restante.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The console knows nothing of a server")
class ArchitectureTest {

    private final JavaClasses ours = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.restante.console");

    @Test
    @DisplayName("and nothing of Restante but its public packages")
    void shouldUsePublicApi() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "com.fasterxml.jackson.core..",
                        "dev.restante.admin",
                        "dev.restante.api",
                        "dev.restante.option",
                        "dev.restante.rule",
                        "dev.restante.console..",
                        "jakarta.jms",
                        "java.io",
                        "java.lang..",
                        "java.net",
                        "java.nio.charset",
                        "java.security",
                        "java.time..",
                        "java.util..",
                        "javax.crypto..",
                        "org.jspecify.annotations")
                .check(ours);
    }

    @Test
    @DisplayName("and its packages know each other in one direction")
    void shouldHaveNoCycles() {
        slices().matching("dev.restante.(console..)").should().beFreeOfCycles().check(ours);
        slices().matching("dev.restante.console.(*)..")
                .should()
                .beFreeOfCycles()
                .check(ours);
    }
}
