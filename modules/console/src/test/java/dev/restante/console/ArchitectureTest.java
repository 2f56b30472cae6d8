package dev.restante.console;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Code of the console")
class ArchitectureTest {

    private final JavaClasses ours = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("dev.restante.console");

    private static final DescribedPredicate<JavaClass> DOORS =
            resideInAnyPackage("dev.restante.console.server", "dev.restante.console.servlet");

    @Test
    @DisplayName("each server adapter uses one kind of server, and no other class uses servers or adapters")
    void shouldHaveDoors() {
        classes()
                .that(not(resideInAnyPackage("dev.restante.console.server")))
                .should()
                .onlyDependOnClassesThat(not(resideInAnyPackage("com.sun.net.httpserver")))
                .check(ours);
        classes()
                .that(not(resideInAnyPackage("dev.restante.console.servlet")))
                .should()
                .onlyDependOnClassesThat(not(resideInAnyPackage("jakarta.servlet..")))
                .check(ours);
        classes().that(not(DOORS)).should().onlyDependOnClassesThat(not(DOORS)).check(ours);
    }

    @Test
    @DisplayName("the console uses store time instead of the machine clock")
    void shouldNotReadTheWallClock() {
        noClasses()
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
    @DisplayName("the console depends only on public packages of Restante and on its libraries")
    void shouldUsePublicApi() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "com.sun.net.httpserver",
                        "jakarta.servlet..",
                        "com.fasterxml.jackson.core..",
                        "com.google.errorprone.annotations..",
                        "dev.restante.admin",
                        "dev.restante.admin.history",
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
    @DisplayName("the packages of the console have no cyclic dependencies")
    void shouldHaveNoCycles() {
        slices().matching("dev.restante.(console..)").should().beFreeOfCycles().check(ours);
        slices().matching("dev.restante.console.(*)..")
                .should()
                .beFreeOfCycles()
                .check(ours);
    }
}
