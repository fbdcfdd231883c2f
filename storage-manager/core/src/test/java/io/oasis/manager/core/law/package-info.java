/** Tests of the parts of the law; as a whole it is tried in the lab's zoo. */
package io.oasis.manager.core.law;
