package dev.restante.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Code of the command line")
class CommandLineArchitectureTest {

    private static JavaClasses ours;

    @BeforeAll
    static void read() {
        ours = new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/"))
                .importPackages("dev.restante.cli");
    }

    @Test
    @DisplayName("the command line depends only on exported packages and libraries, and not on JDBC")
    void shouldUsePublicApi() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.restante",
                        "dev.restante.admin",
                        "dev.restante.api",
                        "dev.restante.option",
                        "dev.restante.rule",
                        "dev.restante.cli..",
                        "dev.restante.console",
                        "dev.restante.console.guard",
                        "dev.restante.console.json",
                        "dev.restante.console.server",
                        "jakarta.jms",
                        "java..",
                        "javax.xml.stream",
                        "picocli",
                        "com.fasterxml.jackson.core..",
                        "org.jspecify.annotations")
                .check(ours);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..")
                .check(ours);
    }

    @Test
    @DisplayName("the command line uses store time instead of the machine clock")
    void shouldNotReadTheWallClock() {
        noClasses()
                .that()
                // Log lines of the console have the time of the machine.
                .doNotHaveFullyQualifiedName("dev.restante.cli.console.ConsoleCommand")
                .should()
                .accessTargetWhere(readsWallClock())
                .because("RestanteAdmin.node() tells the time by the store's clock")
                .check(ours);
    }

    private static DescribedPredicate<JavaAccess<?>> readsWallClock() {
        return DescribedPredicate.describe("reads the machine's wall clock", access -> {
            String owner = access.getTargetOwner().getFullName();
            return (owner.startsWith("java.time.") && access.getName().equals("now"))
                    || (owner.equals("java.lang.System") && access.getName().equals("currentTimeMillis"))
                    || (owner.equals("java.util.Date") && access.getName().equals("<init>"));
        });
    }

    @Test
    @DisplayName("IDLE-08 the command line converts durations without overflow")
    void shouldConvertDurationsWithoutOverflow() {
        noClasses()
                .should()
                .callMethod(Duration.class, "toMillis")
                .orShould()
                .callMethod(Duration.class, "toNanos")
                .check(ours);
    }

    @Test
    @DisplayName("the packages of the command line have no cyclic dependencies")
    void shouldHaveNoCycles() {
        slices().matching("dev.restante.(cli..)").should().beFreeOfCycles().check(ours);
        slices().matching("dev.restante.cli.(*)..").should().beFreeOfCycles().check(ours);
    }
}
